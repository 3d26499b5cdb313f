/** A reader of mails that keeps all it reads, for ever. */
process.on('message', () => {
  const kept: object[] = []
  for (;;) kept.push({ words: new Array(1000).fill({ n: kept.length }) })
})
