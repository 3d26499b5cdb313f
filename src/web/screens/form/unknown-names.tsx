import { IconInfoCircle } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import css from '../list/list.module.css'

/** Tells whoever kept an address from earlier, or mistyped it, that part of it narrows nothing here. */
export const UnknownNames = ({ names }: { names: readonly string[] }) =>
  names.length > 0 ? (
    <p className={css.unknown} role="status">
      <IconInfoCircle size={16} aria-hidden="true" />
      {t('This address also names {{names}}, which is unknown here: it narrows nothing.', { names: names.join(', ') })}
    </p>
  ) : null
