import { Button } from '@mantine/core'
import { IconChartBar, IconFileText, IconQrcode, IconShieldCheck } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import type { AnyRow } from '../screens/module.ts'
import { useMay } from '../session.ts'
import { Link } from '../ui/link.tsx'

const ICON = { size: 16, 'aria-hidden': true } as const

/** The ways from an event to its poster, its statistics, its public check and, once it is over, its report. */
export function EventPapers({ definition, logs, statistics, row }: Props) {
  const may = useMay()
  if (row.standing === 'draft') return null
  const mayReport = may(definition.permission, 'report')
  return (
    <>
      {may(logs.permission, 'report') ? (
        <Button
          component={Link}
          to={`${statistics}?event=${row.id}`}
          variant="default"
          leftSection={<IconChartBar {...ICON} />}
        >
          {t('Statistics')}
        </Button>
      ) : null}
      <Button
        component="a"
        href={`/fairness/${String(row.code)}`}
        target="_blank"
        variant="default"
        leftSection={<IconShieldCheck {...ICON} />}
      >
        {t('Check the draws')}
      </Button>
      <Button
        component={Link}
        to={`/${definition.name}/poster/${row.id}`}
        variant="default"
        leftSection={<IconQrcode {...ICON} />}
      >
        {t('Poster')}
      </Button>
      {row.standing === 'ended' && mayReport ? (
        <Button
          component={Link}
          to={`/${definition.name}/closing/${row.id}`}
          variant="default"
          leftSection={<IconFileText {...ICON} />}
        >
          {t('Closing report')}
        </Button>
      ) : null}
    </>
  )
}

interface Props {
  definition: Definition
  logs: Definition
  /** Address of the statistics page of this face. */
  statistics: string
  row: AnyRow
}
