import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { either, NAMED, namedAnswer } from '../http/answers.ts'
import { get, type Route } from '../http/route.ts'
import { NAME_PARAMETERS } from '../resource/query/parameters.ts'
import { many, one, type RawQuery } from '../resource/query/parse-query.ts'
import { places } from './places.ts'

const ASKED = {
  model: {
    says: '2: provinces and wards since 1 July 2025 (the usual); 1: provinces, districts and wards before, with what they became',
    schema: { enum: ['1', '2'] },
  },
  province: "Its wards: a province's code, or a former province's name",
  search: 'Words of a ward, district or province, with or without accents',
}

const WARD = { code: 'string', name: 'string', province_code: 'string', province: 'string' } as const
const PLACE = either(
  namedAnswer('Province', { code: 'string', name: 'string' }),
  namedAnswer('Ward', WARD),
  namedAnswer('FormerProvince', { name: 'string', province_code: 'string', province: 'string' }),
  namedAnswer('FormerWard', { ward: 'string', district: 'string', province: 'string', now: [WARD] }),
)

export const placeRoutes: Route[] = [
  get(
    'location',
    {
      needs: 'nothing',
      limit: 'public lookup',
      summary: "Vietnam's provinces and wards, in both models",
      query: ASKED,
      answers: { data: [PLACE], total: 'number' },
    },
    async ({ query, reply }) => {
      // The units are public and change with a release only.
      reply.header('cache-control', 'public, max-age=86400')
      const data = found(query)
      return { data, total: data.length }
    },
  ),
  get(
    'location/get-name',
    {
      needs: 'session',
      summary: 'Names of provinces for filters',
      query: NAME_PARAMETERS,
      answers: { data: [NAMED], total: 'number' },
    },
    async ({ query }) => {
      const ids = many(query.id).map(Number)
      const search = one(query.search)
      const named = ids.length > 0 ? places().provinces : places().searchProvinces(search ?? '')
      const data = named
        .map(({ code, name }) => ({ id: Number(code), name }))
        .filter(({ id }) => ids.length === 0 || ids.includes(id))
      return { data, total: data.length }
    },
  ),
]

function found(query: RawQuery): unknown[] {
  const [province, search] = [one(query.province), one(query.search)]
  const model = one(query.model) || '2'
  if (!['1', '2'].includes(model))
    refuse('invalid', { fields: { model: pack('{{field}} is not valid', { field: 'model' }) } })
  if (model === '1') {
    if (search) return places().searchFormer(search, province)
    return province ? places().formerWardsOf(province) : places().formerProvinces
  }
  if (search) return places().search(search, province)
  return province ? places().wardsOf(province) : places().provinces
}
