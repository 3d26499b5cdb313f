export async function loadDemo(..._: unknown[]): Promise<void> {
  throw new Error('The demo chain is not written yet. Until then: DEMO=0 DATA_DIR=… PORT=… RATE_LIMITS=1000 EMBEDDED_BALLAST_MB=0 node_modules/.bin/node scripts/start.ts, then node_modules/.bin/node /tmp/seed.mjs http://127.0.0.1:PORT INVITATION_PATH_PRINTED (makes admin, service, manager01, manager02 @demo.example / Chain-demo-2026 and 60 complaints)')
}
