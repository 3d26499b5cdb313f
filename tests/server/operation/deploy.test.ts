import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { newFolder } from '../../setup/at-the-end.ts'

const text = (name: string) => readFileSync(join('deploy', name), 'utf8')

test('systemd takes the unit without a word, and finds it little exposed', () => {
  const unit = join(newFolder('unit'), 'back-office.service')
  writeFileSync(unit, text('back-office.service').replaceAll('/opt/back-office', resolve('.')))
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  expect([verified.status, verified.stderr]).toEqual([0, ''])
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
    encoding: 'utf8',
  })
  expect(judged.status, judged.stdout.split('\n').slice(-3).join('\n')).toBe(0)
})

test.each(['upstream.conf', 'compose.upstream.conf'])('nginx takes the settings with %s', (upstream) => {
  const folder = newFolder('nginx')
  mkdirSync(join(folder, 'certificates'))
  makeCertificate(join(folder, 'certificates'))
  writeFileSync(join(folder, 'nginx.conf'), text('nginx.conf'))
  writeFileSync(join(folder, 'upstream.conf'), text(upstream))
  const main = join(folder, 'main.conf')
  const logs = ['error_log stderr;', `pid ${folder}/pid;`]
  writeFileSync(
    main,
    [...logs, 'events {}', 'http {', `include ${folder}/nginx.conf;`, `include ${folder}/upstream.conf;`, '}'].join(
      '\n',
    ),
  )
  const tried = spawnSync(process.env.NGINX ?? 'nginx', ['-t', '-c', main, '-p', folder], { encoding: 'utf8' })
  expect(tried.stderr).toContain('test is successful')
  expect(tried.status).toBe(0)
})

test('Strict-Transport-Security is sent by the application only', () => {
  expect(text('nginx.conf')).not.toMatch(/^\s*add_header\s+Strict-Transport-Security/m)
})

test('compose.yaml gives nginx the addresses of its servers, shares files only and makes nobody a superuser', () => {
  const { services } = parse(text('compose.yaml'), { merge: true }) as Compose // checked by what follows
  for (const name of ['app1', 'app2']) {
    const app = services[name]
    expect(app?.volumes).toEqual(['files:/data/files'])
    expect(app?.environment.DATABASE_USER).toBe('office')
    expect(
      text('compose.upstream.conf').match(new RegExp(`server ${app?.networks.inside.ipv4_address}:3000`, 'g')),
    ).toHaveLength(2)
  }
  expect(services.primary?.environment).not.toHaveProperty('POSTGRES_USER')
  expect(services.primary?.command?.join(' ')).toContain('max_slot_wal_keep_size')
  expect(text('compose.yaml')).not.toMatch(/postgresql:\/\/.*PASSWORD/)
})

test('no settings, keys or certificates get into the repository or into an image', () => {
  for (const path of ['.env', 'deploy/.env', 'deploy/certificates/office.key', 'deploy/certificates/office.crt'])
    expect(spawnSync('git', ['check-ignore', '-q', '--no-index', path]).status, path).toBe(0)
  const [, ...kept] = text('../.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(text('../.dockerignore')).toMatch(/^\*$/m)
  expect(kept).toEqual(expect.arrayContaining(['**/.env', '**/*.key']))
  expect(kept.filter((line) => /deploy|\.env|certificates/.test(line) && line.startsWith('!'))).toEqual([])
  expect(text('Dockerfile')).not.toMatch(/^COPY (--\S+ )?\.\s/m)
  expect(text('Dockerfile')).not.toMatch(/\/app \.\//)
})

test.each(['primary.sh', 'standby.sh'])('the shell reads %s', (script) => {
  expect(spawnSync('bash', ['-n', join('deploy', script)]).status).toBe(0)
})

interface Compose {
  services: Record<
    string,
    {
      volumes: string[]
      environment: Record<string, string>
      command?: string[]
      networks: { inside: { ipv4_address: string } }
    }
  >
}

function makeCertificate(folder: string): void {
  const into = ['-keyout', join(folder, 'office.key'), '-out', join(folder, 'office.crt')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=office', '-days', '2', ...into],
    {
      stdio: 'ignore',
    },
  )
}
