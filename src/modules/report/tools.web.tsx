import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconMail, IconPhoto, IconPrinter } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { t } from '../../shared/language.ts'
import { ApiRefusal } from '../../web/api.ts'
import { PopOver } from '../../web/ui/pop-over.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import type { Drawing } from './drawing.web.ts'
import { spanWords } from './facts.ts'
import { download, keep } from './files.web.ts'
import { pictureOf } from './picture.web.ts'
import css from './report.module.css'
import { type Report, wordsIn } from './report.ts'
import { questionOf, type ReportQuery } from './report-query.web.ts'
import { ScheduleList } from './schedule-list.web.tsx'

interface ToolsProps {
  asked: ReportQuery
  report: Report | undefined
  drawing: Drawing | undefined
  /** Where the chart stands. */
  place: RefObject<HTMLDivElement | null>
}

/** What a report can be taken away as: a workbook, a picture, paper, or a letter that comes by itself. */
export function Tools({ asked, report, drawing, place }: ToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
      .then(() => snackbar(t('Successfully downloaded'), { variant: 'alert', colour: 'ok' }))
      .catch((error: unknown) =>
        snackbar(error instanceof ApiRefusal ? error.description : t('Failed to download'), {
          variant: 'alert',
          colour: 'bad',
        }),
      )
    setBusy(false)
  }
  const isEmpty = !report || report.totals.n === 0
  return (
    <div className={css.tools}>
      <Tool
        label={t('Workbook')}
        Sign={IconFileSpreadsheet}
        disabled={!report || isBusy}
        onClick={() => void run(() => workbook(asked))}
      />
      <Tool
        label={t('Picture')}
        Sign={IconPhoto}
        disabled={isEmpty || isBusy}
        onClick={() => void run(() => picture(asked, report, drawing, place.current))}
      />
      <Tool label={t('Print')} Sign={IconPrinter} disabled={!report} onClick={() => window.print()} />
      <PopOver
        label={t('Reports by e-mail')}
        isOpen={isOpen}
        setOpen={setOpen}
        align="end"
        width={440}
        button={(open) => <Tool label={t('By e-mail')} Sign={IconMail} {...open} />}
      >
        <ScheduleList asked={asked} close={() => setOpen(false)} />
      </PopOver>
    </div>
  )
}

interface ToolProps extends React.ComponentPropsWithRef<'button'> {
  label: string
  Sign: typeof IconMail
}

/** On a phone only its sign. */
const Tool = ({ label, Sign, ...rest }: ToolProps) => (
  <Button variant="default" aria-label={label} leftSection={<Sign size={18} aria-hidden />} {...rest}>
    <span>{label}</span>
  </Button>
)

const workbook = (asked: ReportQuery) => download(`report/${asked.kind.call}/export`, questionOf(asked))

async function picture(
  { kind }: ReportQuery,
  report: Report | undefined,
  drawing: Drawing | undefined,
  place: HTMLDivElement | null,
): Promise<void> {
  const svg = place?.querySelector('svg')
  if (!svg || !report || !drawing) throw new Error('There is no chart yet')
  const { series, before, rest } = drawing
  const blob = await pictureOf(svg, {
    title: `${t(wordsIn(kind).chart)} · ${t(kind.label)}`,
    lines: [
      [spanWords(report.period), ...report.narrowed.map(([what, names]) => `${what}: ${names}`)].join(' · '),
      ...(rest ? [rest.words] : []),
    ],
    legend: [
      ...series,
      ...(before
        ? [{ label: before, color: kind.span === 'days' ? 'var(--text-3)' : 'var(--text-2)', isLine: true }]
        : []),
    ],
  })
  keep(blob, `${kind.page}-${report.period.from}-${report.period.to}.png`)
}
