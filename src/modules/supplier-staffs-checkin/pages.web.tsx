import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import type { Named } from '../../shared/fields.ts'
import { ref } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { Correcting } from '../../web/acts/correcting.tsx'
import { withAskedAt } from '../../web/acts/use-arrived.ts'
import { get } from '../../web/api.ts'
import { useDeskStore } from '../../web/desk-store.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { wordOf } from '../../web/scan/outcome.ts'
import { ScanInput } from '../../web/scan/scan-field.tsx'
import { useScanner } from '../../web/scan/use-scanner.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { useFileKey } from '../../web/ui/file-url.ts'
import { LinkButton } from '../../web/ui/link-button.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import type { Desk } from '../supplier-staffs-checking/desk.ts'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'
import { AskedPanel } from './asked-panel.web.tsx'
import css from './desk.module.css'
import { Candidates, ExpectedToday, Inside } from './desk-lists.web.tsx'
import { refreshKnownCards } from './known-cards.web.ts'
import { LeavingPanel, UnseenPanel } from './unseen-panel.web.tsx'
import { deskKey, type Said, useDesk } from './use-desk.web.ts'
import { VisitorPanel } from './visitor-panel.web.tsx'

const Evacuation = lazy(() => import('./evacuation.web.tsx'))
const STORE = ref('Store', 'stores')
const REFRESH_MS = 60_000
const CARDS_EVERY_MS = 30 * 60_000

/** The desk at the staff entrance of a store. */
function CheckIn() {
  const { store, choose, mayChoose } = useDeskStore()
  const found = useQuery({
    queryKey: deskKey(store),
    queryFn: () => withAskedAt(() => get<Desk>(`${supplierStaffsChecking.wire}/desk`, { store }, { quiet: true })),
    enabled: store !== null,
    refetchInterval: REFRESH_MS,
  })
  const desk = useDesk(store, found.data?.askedAt ?? 0)
  const scanner = useScanner(desk.onScan, { isOn: store !== null })
  useKnownCards(store, found.data?.isOfflineAllowed)
  const { shown, correcting } = desk
  const usesBadges = found.data?.store.usesBadges === true
  return (
    <Page
      title={found.data ? t('Check-in at {{store}}', { store: found.data.store.name }) : t('Check-in')}
      crumbs={[{ label: t(supplierStaffsChecking.label), to: `/${supplierStaffsChecking.name}` }]}
      actions={
        store === null ? null : (
          <LinkButton to={`/supplier-staffs-checkin/evacuation?store=${store}`} Sign={IconPrinter}>
            {t('Evacuation list')}
          </LinkButton>
        )
      }
    >
      {mayChoose ? (
        <div className={css.store}>
          <FieldInput
            name="store"
            field={STORE}
            value={found.data?.store ?? store}
            onChange={(value) => {
              // Who stands there was judged for the other store.
              desk.clear()
              choose(idOf(value))
            }}
          />
        </div>
      ) : null}
      {store === null ? null : (
        <div className={css.desk}>
          <div className={css.work}>
            <ScanInput
              scanner={scanner}
              inputMode="text"
              label={t('Scan a card, or type the last digits or a name')}
              under={shown.is}
            />
            <div role="status" aria-live="assertive">
              {desk.said ? <Answer {...desk.said} /> : null}
            </div>
            {correcting ? <Correcting act={correcting.act} onCancel={desk.clear} /> : null}
            {shown.is === 'asked' ? <AskedPanel bags={desk.bags} onBags={desk.setBags} onClear={desk.clear} /> : null}
            {shown.is === 'person' ? (
              <VisitorPanel
                key={`${shown.visitor.id} ${correcting?.act.key}`}
                visitor={shown.visitor}
                correcting={correcting}
                store={store}
                usesBadges={usesBadges}
                bags={desk.bags}
                onRecord={desk.record}
                onClear={desk.clear}
              />
            ) : null}
            {shown.is === 'several' ? <Candidates candidates={shown.candidates} onChoose={desk.choose} /> : null}
            {shown.is === 'unseen' ? (
              <UnseenPanel
                key={shown.code}
                {...shown}
                usesBadges={usesBadges}
                bags={desk.bags}
                onRecord={desk.record}
                onClear={desk.clear}
              />
            ) : null}
            {shown.is === 'leaving' ? (
              <LeavingPanel
                key={shown.inside.id}
                inside={shown.inside}
                bags={desk.bags}
                onRecord={desk.record}
                onClear={desk.clear}
              />
            ) : null}
          </div>
          <div className={css.side}>
            {found.error && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
            {found.data ? (
              <>
                <ExpectedToday expected={found.data.expected} onChoose={desk.choose} />
                <Inside inside={found.data.inside} waiting={desk.waiting} onChoose={desk.chooseInside} />
              </>
            ) : found.error ? null : (
              <SkeletonLines lines={6} />
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

const Answer = ({ state, text }: Said) => (
  <div className={css.said} data-state={state ?? 'unasked'}>
    {state ? <strong>{wordOf(state)}</strong> : null} <span>{text}</span>
  </div>
)

const idOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'id' in value ? Number((value as Named).id) : null

/** Keeps the list of valid cards of the day on this device, where that is allowed; else throws it away. */
function useKnownCards(store: number | null, isAllowed: boolean | undefined): void {
  const fileKey = useFileKey(isAllowed === true)
  useEffect(() => {
    if (store === null || isAllowed === undefined || (isAllowed && fileKey === null)) return
    const refresh = () => void refreshKnownCards(store, isAllowed, fileKey)
    refresh()
    const timer = window.setInterval(refresh, CARDS_EVERY_MS)
    return () => window.clearInterval(timer)
  }, [store, isAllowed, fileKey])
}

export default { pages: { '': CheckIn, evacuation: Evacuation } } satisfies ModuleWeb
