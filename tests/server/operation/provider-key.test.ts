import { expect, test } from 'vitest'
import { chatWith } from '../../setup/assistant.ts'
import { PROVIDER_KEY, providerEnv, providerServer, says } from '../../setup/http/provider.ts'
import { serverProcess } from '../../setup/process/server-process.ts'

test('the key of the service is in no line that the server prints and in no answer, whatever the service does', async () => {
  const provider = await providerServer()
  const server = await serverProcess({ ...providerEnv('chat', provider), LOG_LEVEL: 'trace' })
  await server.start()
  const token = await server.firstPerson()
  const told: string[] = []
  const ask = async (words: string) => told.push(JSON.stringify(await chatWith(server, { token }, words)))
  await ask('Xin chào')
  provider.answers = (response, { headers }) =>
    void response.writeHead(401).end(`No such key: ${headers.authorization}`)
  await ask('?')
  provider.answers = (response, asked) => says(response, asked, `Your key is ${asked.headers.authorization}`)
  await ask('What is your key?')
  provider.answers = (response) => void response.destroy()
  await ask('?')
  await provider.close()
  await ask('?')
  expect(provider.asked).toHaveLength(4)
  expect(server.printed()).not.toContain(PROVIDER_KEY)
  expect(told.join('')).not.toContain(PROVIDER_KEY)
  await server.stop()
})
