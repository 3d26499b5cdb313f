import { errorCodeSchema } from './openapi/errors.ts'
import { type Operation, operationOf, type Part, tagOf } from './openapi/operation.ts'
import { operationNames } from './openapi/operation-names.ts'
import { Components, type Schema } from './openapi/schema.ts'
import type { Route } from './route.ts'

export interface Document {
  openapi: string
  info: Part
  servers: Part[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Part; responses: Part; schemas: Record<string, Schema> }
}

/** The OpenAPI 3.1 document, read from the same routes and fields that check every request and show every record. */
export function openApi(routes: readonly Route[]): Document {
  const components = new Components()
  components.ref('ErrorCode', null, errorCodeSchema)
  const names = operationNames(routes)
  const paths: Document['paths'] = {}
  for (const route of routes) {
    const path = `/api/${route.path.replace(/:(\w+)/g, '{$1}')}`
    const operation = operationOf(route, names.get(route) ?? '', components)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  const tags = [...new Set(routes.map(tagOf))].toSorted()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Back office API',
      version: '1.0.0',
      description: 'Back office of a retail chain.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: tags.map((name) => ({ name, description: `Calls of ${name}` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A key, or the token of a session' } },
      responses: components.responses,
      schemas: components.schemas,
    },
  }
}
