import { Button } from '@mantine/core'
import { t } from '../../../../shared/language.ts'
import { Empty } from '../../../ui/states.tsx'
import type { List } from '../use-list.ts'

/** A list that the server does not put in the order that was asked for. */
export default function TooLong({ list: { change }, description }: { list: List; description: string }) {
  return (
    <Empty
      title={t('This list is too long for this order')}
      action={
        <Button variant="default" onClick={() => change({ sort: undefined })}>
          {t('Back to the usual order')}
        </Button>
      }
    >
      {description}
    </Empty>
  )
}
