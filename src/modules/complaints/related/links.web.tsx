import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconLink, IconX } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import { del, post } from '../../../web/api.ts'
import { changed, client } from '../../../web/query.ts'
import { useMay } from '../../../web/session.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { LINK_KINDS, type LinkKind } from '../links.ts'
import { showRefusal } from '../view/steps.web.tsx'
import css from '../view/view.module.css'
import { pickComplaint } from './pick-complaint.web.tsx'
import { type LinkRow, type RelatedTickets, relatedKey } from './queries.web.tsx'
import { RelatedLine } from './related-line.web.tsx'

/** Complaints that belong together, and how. */
export function Links({ row, links }: { row: Complaint; links: LinkRow[] }) {
  const may = useMay()
  const canLink = may('complaints', 'edit') && row.state !== 'deleted'
  if (links.length === 0 && !canLink) return null
  return (
    <section className={css.card} aria-labelledby="links">
      <h2 id="links" className={css.cardTitle}>
        {t('Linked complaints')} {links.length > 0 && <span className={css.n}>{links.length}</span>}
        {canLink && <AddLink row={row} />}
      </h2>
      {links.length > 0 && (
        <ul className={css.related}>
          {links.map((link) => (
            <RelatedLine
              key={link.id}
              row={link.complaint}
              before={t(LINK_KINDS.find(({ value }) => value === link.kind)?.label ?? '')}
              beside={
                canLink && (
                  <ActionIcon
                    size="sm"
                    aria-label={t('Remove the link to {{number}}', { number: link.complaint.issue_number })}
                    onClick={() => void change(row, () => del(`${WIRE}/${row.id}/link/${link.id}`), link.complaint.id)}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                )
              }
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function AddLink({ row }: { row: Complaint }) {
  const add = async (kind: LinkKind, label: string) => {
    const to = await pickComplaint({ title: `${row.issue_number}: ${t(label)}…`, of: row.id })
    if (to) await change(row, () => post(`${WIRE}/${row.id}/link`, { to: to.id, kind }), to.id)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<IconLink size={14} />} className={css.beside}>
          {t('Add a link')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LINK_KINDS.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => void add(value, label)}>
            {t(label)}…
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

async function change(row: Complaint, send: () => Promise<unknown>, other: number): Promise<void> {
  try {
    const { data } = (await send()) as { data: LinkRow[] } // both calls answer the links as they now are
    client.setQueryData<RelatedTickets>(relatedKey(row.id), (held) => held && { ...held, links: data })
    for (const id of [row.id, other]) changed(complaints.name, id)
  } catch (error) {
    showRefusal(error, row.id)
  }
}
