/** The clipboard proper exists only on https; the old way works everywhere. */
export async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const box = document.createElement('textarea')
    box.value = text
    box.style.position = 'fixed'
    document.body.append(box)
    box.select()
    document.execCommand('copy')
    box.remove()
  }
}
