/** Long text as it stands, such as an answer or an error: it scrolls inside, also by keyboard. */
// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
export const ScrolledText = ({ text }: { text: string }) => <pre tabIndex={0}>{text}</pre>
