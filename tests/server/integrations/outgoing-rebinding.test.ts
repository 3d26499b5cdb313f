import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../setup/at-the-end.ts'

const IN_A_NETWORK_OF_ITS_OWN = ['--net', '--mount', '--propagation', 'private']
const canUnshare = spawnSync('unshare', [...IN_A_NETWORK_OF_ITS_OWN, 'ip', 'link', 'set', 'lo', 'up']).status === 0

interface Seen {
  /** How often the name was asked for, and who heard something, without a judged address. */
  careless: { asked: number; heard: string[] }
  careful: { asked: number; heard: string[]; outcome: { status?: number; trouble?: string } }
  later: { heard: string[]; outcome: { status?: number; trouble?: string } }
}

// Needs the right to have a network of its own; that a name is looked up once is tested in outgoing.test.ts everywhere.
test.skipIf(!canUnshare)(
  'a name that means a machine of the open internet, and a moment later one of ours, leads to the one that was judged',
  () => {
    const folder = newFolder('rebinding')
    const pair = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
    const wish = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=shop.example']
    execFileSync('openssl', [...wish, '-addext', 'subjectAltName=DNS:shop.example', ...pair], { stdio: 'ignore' })
    const script = 'tests/setup/http/rebinding.ts'
    const told = execFileSync('unshare', [...IN_A_NETWORK_OF_ITS_OWN, process.execPath, script, folder], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') },
      encoding: 'utf8',
      timeout: 60_000,
    })
    const { careless, careful, later } = JSON.parse(told) as Seen // what the script tells
    // Whoever looks at a name and then connects to the name is led astray: the change is a real one.
    expect(careless).toEqual({ asked: 2, heard: ['trap'] })
    expect(careful).toMatchObject({ asked: 1, heard: ['shop'], outcome: { status: 200 } })
    expect(later).toMatchObject({ heard: [], outcome: { trouble: 'forbidden' } })
  },
  90_000,
)
