import { Button, Checkbox } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Page, PERPAGE_DEFAULT } from '../../shared/api.ts'
import { type Named, ref } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { changed, client, keys } from '../../web/query.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Paging } from '../../web/ui/paging.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import table from '../../web/ui/table.module.css'
import people from './people.module.css'
import type { RoleRow } from './role.web.ts'
import css from './user-roles.module.css'

interface Holder {
  id: number
  user_name: string
  email: string
  store: Named | null
  department: Named | null
}

/** The users who have the role, to be moved to another one singly or together. */
export function RolePeople({ role }: { role: RoleRow }) {
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const query = { role: role.id, page, perpage: PERPAGE_DEFAULT }
  const found = useQuery({
    queryKey: keys.part('role', role.id, 'people', query),
    queryFn: () => get<Page<Holder>>('role/list-user-by-role', query),
    placeholderData: keepPreviousData,
  })
  const mayMove = useMay()('user-roles', 'edit')
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonRows rows={6} />
  const { data, total } = found.data
  if (total === 0) return <Empty title={t('Nobody has this role')}>{t('Give it to people on the users screen.')}</Empty>
  const move = async (ids: readonly number[]) => {
    if (await moveToRole(role, ids)) setChosen([])
  }
  return (
    <div className={css.stack}>
      <div className={css.bar}>
        <span className={css.count}>
          {chosen.length > 0 ? t('{{n}} selected', { n: chosen.length }) : t('{{n}} users', { n: total })}
        </span>
        {chosen.length > 0 && (
          <Button
            size="xs"
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            onClick={() => void move(chosen)}
          >
            {t('Move to another role')}
          </Button>
        )}
      </div>
      <PeopleTable
        holders={data}
        mayMove={mayMove}
        chosen={chosen}
        onChoose={setChosen}
        onMove={(id) => void move([id])}
      />
      <Paging found={found.data} page={page} onPage={setPage} />
    </div>
  )
}

interface PeopleTableProps {
  holders: readonly Holder[]
  mayMove: boolean
  chosen: readonly number[]
  onChoose: (chosen: readonly number[]) => void
  onMove: (id: number) => void
}

function PeopleTable({ holders, mayMove, chosen, onChoose, onMove }: PeopleTableProps) {
  const self = useSession().id
  const movable = holders.map((holder) => holder.id).filter((id) => id !== self)
  const picked = movable.filter((id) => chosen.includes(id)).length
  const toggle = (ids: readonly number[], isOn: boolean) =>
    onChoose([...chosen.filter((id) => !ids.includes(id)), ...(isOn ? ids : [])])
  return (
    <table className={`${table.table} ${people.people}`} aria-label={t('Users')}>
      <thead>
        <tr>
          {mayMove && (
            <th className={people.pick}>
              <Checkbox
                aria-label={t('Select all on this page')}
                checked={movable.length > 0 && picked === movable.length}
                indeterminate={picked > 0 && picked < movable.length}
                onChange={(event) => toggle(movable, event.currentTarget.checked)}
              />
            </th>
          )}
          <th>{t('User name')}</th>
          <th>{t('E-mail')}</th>
          <th>{t('Store')}</th>
          <th>{t('Department')}</th>
          {mayMove && (
            <th>
              <span className="visually-hidden">{t('Actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {holders.map((holder) => (
          <HolderRow
            key={holder.id}
            holder={holder}
            isSelf={holder.id === self}
            mayMove={mayMove}
            isChosen={chosen.includes(holder.id)}
            onChoose={(isOn) => toggle([holder.id], isOn)}
            onMove={() => onMove(holder.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface HolderRowProps {
  holder: Holder
  isSelf: boolean
  mayMove: boolean
  isChosen: boolean
  onChoose: (isOn: boolean) => void
  onMove: () => void
}

function HolderRow({ holder, isSelf, mayMove, isChosen, onChoose, onMove }: HolderRowProps) {
  const mayRead = useMay()('users', 'read')
  return (
    <tr data-selected={isChosen || undefined}>
      {mayMove && (
        <td className={people.pick}>
          <Checkbox
            aria-label={t('Select {{name}}', { name: holder.user_name })}
            checked={isChosen}
            disabled={isSelf}
            title={isSelf ? t('You cannot change your own role.') : undefined}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        </td>
      )}
      <td>{mayRead ? <Link to={`/users/view/${holder.id}`}>{holder.user_name}</Link> : holder.user_name}</td>
      <td>{holder.email}</td>
      <td>{holder.store?.name ?? '–'}</td>
      <td>{holder.department?.name ?? '–'}</td>
      {mayMove && (
        <td>
          {isSelf ? (
            <small className={css.count}>{t('You')}</small>
          ) : (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('Move {{name}} to another role', { name: holder.user_name })}
              onClick={onMove}
            >
              {t('Move…')}
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}

async function moveToRole(role: RoleRow, ids: readonly number[]): Promise<boolean> {
  return askFields({
    title: ids.length === 1 ? t('Move to another role') : t('Move {{n}} users to another role', { n: ids.length }),
    fields: { role: ref('New role', 'user-roles', { required: true }) },
    submit: t('Move'),
    onSubmit: async (values) => {
      if (ids.length === 1) await post('role/update-user-role', { user: ids[0], role: values.role })
      else await post('role/update-role-by-user', { users: ids, role: values.role })
      await client.invalidateQueries({ queryKey: keys.wire('role') })
      changed('users')
      snackbar(t('{{n}} users moved from “{{role}}”', { n: ids.length, role: role.name }), {
        variant: 'alert',
        colour: 'ok',
      })
    },
  })
}
