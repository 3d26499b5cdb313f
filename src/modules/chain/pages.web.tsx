import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { get, put } from '../../web/api.ts'
import { LETTERHEAD } from '../../web/paper/letterhead.tsx'
import { client, keys } from '../../web/query.ts'
import { SettingsForm, useSettings } from '../../web/screens/form/settings-form.tsx'
import type { ModuleWeb, Versioned } from '../../web/screens/module.ts'
import { useMay } from '../../web/session.ts'
import { Page } from '../../web/ui/page.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { chainFields } from './chain.ts'

const KEY = keys.settings('chain')
const GROUPS = [
  { label: 'The company', fields: ['name', 'legal_name', 'tax_code', 'address'] },
  { label: 'Contact', fields: ['phone', 'email'] },
  { label: 'Logo', fields: ['logo'] },
]

/** What the chain is on its papers, mails and public pages. */
function ChainDetails() {
  const found = useQuery({ queryKey: KEY, queryFn: () => get<Versioned>('chain'), staleTime: 0 })
  return (
    <Page title={t('Company details')}>
      {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.isPending ? <SkeletonLines lines={10} /> : null}
      {found.data ? <Details kept={found.data} /> : null}
    </Page>
  )
}

function Details({ kept }: { kept: Versioned }) {
  const isOpen = useMay()('system', 'edit')
  const settings = useSettings({
    name: 'chain',
    fields: chainFields,
    kept,
    save: async (values, version) => {
      const now = await put<Versioned>('chain', { ...values, version })
      client.setQueryData(KEY, now)
      void client.invalidateQueries({ queryKey: LETTERHEAD })
      snackbar(t('Saved'))
      return now
    },
  })
  return (
    <SettingsForm
      label={t('Company details')}
      settings={settings}
      groups={GROUPS}
      disabled={!isOpen}
      foot={
        isOpen && (
          <Button type="submit" loading={settings.busy !== null} disabled={settings.isUploading}>
            {t('Save')}
          </Button>
        )
      }
    />
  )
}

export default { pages: { '': ChainDetails } } satisfies ModuleWeb
