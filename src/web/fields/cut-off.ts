import type { UseQueryResult } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { t } from '../../shared/language.ts'
import { busy } from '../busy.ts'

/** Why a look-up has no answer while the server cannot be reached; it asks again by itself once it can. */
export function useCutOff({ isError, isFetching }: Pick<UseQueryResult, 'isError' | 'isFetching'>): string | undefined {
  const isConnected = useSyncExternalStore(busy.listen, () => busy.read().isConnected)
  return isConnected || !(isError || isFetching)
    ? undefined
    : t('No connection. The list comes by itself as soon as it is back.')
}
