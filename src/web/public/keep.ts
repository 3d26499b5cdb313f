import { storeOf } from '../outbox/store.ts'

/** What of the public forms must outlive the page: files of a draft, and forms waiting for a connection. */
export const forms = storeOf('forms')
export const { keep, forget, recall, recallAll } = forms
