/** The shape of a colour as it is written in web pages; its input is a picker. */
export const COLOUR = { like: /^#[0-9A-F]{6}$/, says: 'Please write the colour as #E4002B' }
