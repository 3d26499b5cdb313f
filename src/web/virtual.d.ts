declare module 'virtual:catalog/*' {
  const catalog: import('../shared/language.ts').Catalog
  export default catalog
}
declare module 'virtual:rooms-catalog/*' {
  const catalog: import('../shared/language.ts').Catalog
  export default catalog
}
declare module 'virtual:public-catalogs' {
  type Words = { default: import('../shared/language.ts').Catalog }
  const catalogs: Record<string, Record<'vi' | 'ko', () => Promise<Words>>>
  export default catalogs
}
declare module 'virtual:mantine-styles.css'
