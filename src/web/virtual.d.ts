declare module 'virtual:catalog/*' {
  const catalog: import('../shared/language.ts').Catalog
  export default catalog
}
declare module 'virtual:rooms-catalog/*' {
  const catalog: import('../shared/language.ts').Catalog
  export default catalog
}
declare module 'virtual:public-pages' {
  type Words = { default: import('../shared/language.ts').Catalog }
  type Page = { default: import('react').ComponentType<import('./public/page-loader.ts').PageProps> }
  type Loaders = { load: () => Promise<Page> } & Record<'vi' | 'ko', () => Promise<Words>>
  const pages: Record<import('../modules/public-pages.ts').PublicPage, Loaders>
  export default pages
}
declare module 'virtual:mantine-styles.css'
