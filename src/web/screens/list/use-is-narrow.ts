import { useMediaQuery } from '@mantine/hooks'

/** Whether a list stands as cards: a table has no room. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(width < 768px)', window.innerWidth < 768, { getInitialValueInEffect: false })
