/** The part of the library that is used; it brings no types of its own. */
declare module 'pdfmake' {
  interface Maker {
    setFonts(fonts: Record<string, Record<string, string>>): void
    setTableLayouts(layouts: Record<string, Record<string, unknown>>): void
    setLocalAccessPolicy(policy: (path: string) => boolean): void
    setUrlAccessPolicy(policy: (url: string) => boolean): void
    createPdf(definition: Record<string, unknown>): { write(file: string): Promise<void> }
  }
  const maker: Maker
  export default maker
}
