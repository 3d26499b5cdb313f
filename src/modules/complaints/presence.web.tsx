import { Tooltip } from '@mantine/core'
import { t } from '../../shared/language.ts'
import { usePresence } from '../../web/screens/presence.tsx'
import { Face } from '../../web/ui/avatar.tsx'
import { complaints } from './complaints.ts'
import css from './view.module.css'

const MOST_FACES = 4

/** Who else has this complaint open just now. */
export function Presence({ id }: { id: number }) {
  const others = usePresence(complaints.name, id)
  const names = others.map((one) => one.name).join(', ')
  return (
    <span role="status">
      {others.length > 0 && (
        <Tooltip label={t('Also open at: {{names}}', { names })}>
          <span className={css.presence}>
            {others.slice(0, MOST_FACES).map((one) => (
              <Face key={one.id} name={one.name} size={26} />
            ))}
            <span>
              {others.length === 1
                ? t('{{name}} is here too', { name: names })
                : t('{{n}} others are here', { n: others.length })}
            </span>
          </span>
        </Tooltip>
      )}
    </span>
  )
}
