import type { Plugin, Rolldown } from 'vite'

type Group = Omit<Rolldown.CodeSplittingGroup, 'priority'>

const STAFF = '/src/web/main.tsx'
const PUBLIC = '/src/web/public/main.tsx'

/**
 * Folds modules into few files, so that a page is some twenty requests and not a hundred. Each group takes what it names with all that
 * those import, unless a group before it has that: so a file imports from files before it alone, and none runs before what it needs.
 * What no group takes is split by who imports it, as ever.
 */
export function chunks(): Plugin & { groups: Rolldown.CodeSplittingGroup[] } {
  /** Modules that the public pages reach, and what the staff application opens with. */
  const reached = { publicly: new Set<string>(), byStaff: new Set<string>(), atOnce: new Set<string>() }
  const isShared = (id: string) => reached.publicly.has(id) && reached.byStaff.has(id)
  /** Parts of forms and pages; the staff's previews of these may use them too, other screens do not. */
  const isKit = (id: string) =>
    /\/src\/web\/public\/((form\/(?!signature)|pick|keep|ui\/(?!write-clipboard))|(zone|lookups)\.ts$)/.test(id) &&
    !reached.atOnce.has(id)
  const groups: Group[] = [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/ },
    // What a phone on a form needs with it is kept out of the application's own files, and that in as few parts as forms differ by.
    {
      name: 'base',
      test: (id) =>
        isShared(id) &&
        (reached.atOnce.has(id) ||
          /\/(unique|outbox|consent|write-clipboard|growing-text|private|time\/days)\.tsx?$/.test(id)),
    },
    { name: 'values', test: /\/src\/shared\/([a-z]+\/)?(numbers|places|barcodes|look-alike)\.ts$/ },
    { name: 'checks', test: /\/src\/shared\/kind-checks\.ts$/ },
    // Kept by the acts of the staff, too, who need nothing else of the forms.
    { name: 'kept', test: /\/src\/web\/outbox\/store\.ts$/ },
    // What the public pages draw with, whole, and the questions of a survey: a page of theirs is some bytes more and half the files.
    { name: 'kit', test: (id) => isKit(id) && reached.publicly.has(id), minShareCount: 3 },
    { name: 'survey', test: /\/src\/(shared\/surveys\/(questions|answers)\.ts|web\/public\/survey\/.+)$/ },
    { name: 'shared', test: isShared, entriesAware: true },
    { name: 'app', test: /\/src\/web\/main\.tsx$/ },
    {
      name: 'list',
      test: /\/src\/web\/screens\/list\/(list|quick-filters)\.tsx$|\/src\/modules\/complaints\/(list\/list|pages)\.web\.tsx$/,
    },
    {
      name: 'styles',
      test: (id) =>
        !reached.publicly.has(id) &&
        /\/(@mantine\/core\/styles|src\/web\/(?!draw-|paper\/)[\w-]+|src\/modules\/(complaints|price-checking|task-management))\/.+\.css$|-of-record\.module\.css$/.test(
          id,
        ),
    },
    {
      name: 'view',
      test: /\/src\/web\/(screens\/(view\/[\w-]+|form\/prefill|mid-sentence)|fields\/(files\/(use-)?uploads|inputs\/(frame|opening)|rich-text\/mention-words)|download|use-left)\.tsx?$|\/node_modules\/@tabler\/|\/@mantine\/core\/esm\/components\/(Combobox|Menu|Checkbox|SegmentedControl|Switch)\/[A-Z]\w+\.mjs$|\/(@mantine\/hooks|use-sync-external-store)\//,
    },
    { name: 'discussion', test: /\/src\/web\/(discussion\/[\w-]+|fields\/rich-text\/safe-html)\.tsx$/ },
    { name: 'complaint', test: /\/src\/modules\/(complaints\/view\/view|[\w-]+\/in-complaints)\.web\.tsx$/ },
    { name: 'form', test: /\/src\/web\/screens\/form\/form\.tsx$/ },
    { name: 'calendar', test: /\/src\/web\/fields\/inputs\/date-input\.tsx$/ },
    { name: 'number', test: /\/@mantine\/core\/esm\/components\/NumberInput\/NumberInput\.mjs$/ },
    {
      name: 'tools',
      test: (id) =>
        !reached.publicly.has(id) &&
        /\/src\/web\/(acts|outbox|scan|screens\/(bulk|columns|export)|ui)\/(?!qr-code).+\.tsx?$/.test(id),
      minShareCount: 4,
    },
  ]
  return {
    name: 'chunks',
    apply: 'build',
    groups: groups.map((group, at) => ({ ...group, priority: groups.length - at })),
    buildEnd() {
      const from = (entry: string, isLater: boolean) => {
        const found = new Set([...this.getModuleIds()].filter((id) => id.endsWith(entry)))
        // A set that grows while it is walked is walked to its new end.
        for (const id of found) {
          const module = this.getModuleInfo(id)
          for (const one of module?.importedIds ?? []) found.add(one)
          for (const one of (isLater && module?.dynamicallyImportedIds) || []) found.add(one)
        }
        return found
      }
      reached.publicly = from(PUBLIC, true)
      reached.byStaff = from(STAFF, true)
      reached.atOnce = from(STAFF, false)
    },
  }
}
