import type { AppContext } from './app-context.ts'
import { inviteFirst } from './auth/invitations.ts'

/** Says where the product is and how to get in. */
export async function startupBanner(context: AppContext, home: string, isDemo: boolean): Promise<void> {
  const first = await inviteFirst(context.db)
  const lines = [``, `  The back office is open: ${home}`, ``]
  if (isDemo)
    lines.push(
      `  Demo chain. Sign in at ${home}/backoffice/login with the password Chain-demo-2026 as`,
      `    admin@demo.example (administrator), ceo@demo.example, service@demo.example (customer service),`,
      `    manager01@demo.example … manager12@demo.example (stores S01 … S12), marketing@demo.example,`,
      `    accounting@demo.example, reception01@demo.example, staff01@demo.example …`,
      `  Public form: ${home}/feedback?store=S01`,
    )
  if (first)
    lines.push(`  Nobody is here yet. Make the first administrator (link valid once, 24 hours):`, `  ${home}${first}`)
  console.log(`${lines.join('\n')}\n`)
}
