/** A reader of mails that a mail has caught in a circle. */
process.on('message', () => {
  for (;;);
})
