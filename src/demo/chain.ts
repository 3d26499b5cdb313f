import sharp from 'sharp'
import { thumbnailOf } from '../server/files/image.ts'
import type { FileStore } from '../server/files/store.ts'
import { iso } from './clock.ts'
import type { Record_ } from './insert.ts'
import { type Hung, hangOn } from './pictures/attachments.ts'
import { Chance } from './random.ts'

interface Company {
  row: Record_
  pictures: Hung[]
}

/** The company behind the demo chain, with its logo. */
export async function companyOf(store: FileStore, seed: number, since: number): Promise<Company> {
  const record = { id: 1, images: [] as string[], created_at: iso(since) }
  const place = { module: 'chain', field: 'logo', folder: 'chain', chance: new Chance(seed) }
  const pictures = await hangOn(store, [{ picture: await drawLogo(), record }], place)
  const row = {
    ...{ id: 1, name: 'An Nhiên', legal_name: 'Công ty Cổ phần Bán lẻ An Nhiên', tax_code: '0109998883' },
    registered_address: 'Tầng 9, 72 Trần Thái Tông, phường Cầu Giấy, thành phố Hà Nội',
    ...{ phone: '1900 0126', email: 'cskh@annhien.example', logo: record.images[0] ?? null },
    ...{ updated_at: iso(since), updated_by: 1 },
  }
  return { row, pictures }
}

const [WIDTH, HEIGHT] = [480, 200]

/** A leaf beside a bag. */
async function drawLogo() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 480 200"><rect width="480" height="200" fill="#fff"/>
<path d="M36 70h128l14 108a10 10 0 0 1-10 12H32a10 10 0 0 1-10-12z" fill="#1f7a4d"/><path d="M66 82V58a34 34 0 0 1 68 0v24" fill="none" stroke="#1f7a4d" stroke-width="12"/>
<path d="M100 168c-34-10-40-48-6-66 40 4 48 46 6 66z" fill="#fff"/><path d="M98 168c0-26 4-42 14-54" fill="none" stroke="#1f7a4d" stroke-width="5"/>
<path d="M216 168c2-92 60-146 216-146-6 96-70 152-160 140 20-52 62-82 104-96-66 12-116 46-138 104z" fill="#6fbf73"/></svg>`
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
  return { bytes, thumbnail: await thumbnailOf(bytes), width: WIDTH, height: HEIGHT }
}
