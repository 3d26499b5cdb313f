import { IconMail } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { t } from '../../shared/language.ts'
import { spanWords } from '../../shared/time/spans.ts'
import { queryString } from '../../web/api.ts'
import { download, saveFile } from '../../web/download.ts'
import { pictureOf } from '../../web/screens/statistics/picture.ts'
import { Tools as Shared, Tool } from '../../web/screens/statistics/tools.tsx'
import { PopOver } from '../../web/ui/pop-over.tsx'
import type { Drawing } from './drawing.web.ts'
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
  return (
    <Shared
      isWaiting={!report}
      isEmpty={report?.totals.n === 0}
      workbook={() => workbook(asked)}
      picture={() => picture(asked, report, drawing, place.current)}
    >
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
    </Shared>
  )
}

const workbook = (asked: ReportQuery) => download(`report/${asked.kind.call}/export${queryString(questionOf(asked))}`)

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
        ? [
            kind.span === 'days'
              ? { label: before, color: 'var(--text-3)', isLine: true }
              : { label: before, color: 'var(--line-strong)' },
          ]
        : []),
    ],
  })
  saveFile(blob, `${kind.page}-${report.period.from}-${report.period.to}.png`)
}
