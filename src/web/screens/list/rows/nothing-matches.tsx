import { Button } from '@mantine/core'
import { t } from '../../../../shared/language.ts'
import { Empty } from '../../../ui/states.tsx'

/** What was asked for too narrowly, with the way out. */
export const NothingMatches = ({ clear }: { clear: () => void }) => (
  <Empty
    title={t('Nothing matches')}
    action={
      <Button variant="default" onClick={clear}>
        {t('Clear search and filters')}
      </Button>
    }
  >
    {t('Try fewer words or filters. Accents do not matter.')}
  </Empty>
)
