import type { Complaint } from '../complaint.web.tsx'
import { isOpenIn } from '../states.ts'

/** A complaint that still has to be handled. */
export const isOpen = ({ state }: Complaint): boolean => isOpenIn(state)
