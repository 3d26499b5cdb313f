import { t } from '../../shared/language.ts'
import css from './desk.module.css'

/** What the customer reads before they agree. */
export const Terms = ({ words }: { words: readonly string[] }) => (
  <ul className={css.terms}>
    {words.map((one) => (
      <li key={one}>{t(one)}</li>
    ))}
  </ul>
)
