declare module 'virtual:catalog/*' {
  const catalog: import('../shared/language.ts').Catalog
  export default catalog
}
declare module 'virtual:rooms-catalog/*' {
  const catalog: import('../shared/language.ts').Catalog
  export default catalog
}
declare module 'virtual:public-catalog/*' {
  const catalog: import('../shared/language.ts').Catalog
  export default catalog
}
declare module 'virtual:mantine-styles.css'
