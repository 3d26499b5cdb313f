import { measureForms } from './bench/forms.ts'
import { send } from './bench/http.ts'
const url='http://127.0.0.1:4104'
const a = await send(url,null,{method:'POST',path:'/api/login',body:{email:'admin@demo.example',password:'Chain-demo-2026'}})
const { measurePages } = await import('./bench/pages.ts')
void measurePages
const lines = await measureForms(url, String(a.access_token))
console.log(lines.slice(-2))
