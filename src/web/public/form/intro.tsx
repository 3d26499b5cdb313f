import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-paths.ts'

interface Props {
  title: string
  lead: string
  points: [icon: IconName, words: string][]
}

/** What this is, how long it takes and what comes of it. */
export const Intro = ({ title, lead, points }: Props) => (
  <div className="intro">
    <h1>{title}</h1>
    <p className="lead">{lead}</p>
    <ul className="intro-points">
      {points.map(([icon, words]) => (
        <li key={icon}>
          <Icon name={icon} size={22} stroke={1.6} />
          {words}
        </li>
      ))}
    </ul>
  </div>
)
