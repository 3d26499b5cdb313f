/** What the code is for is told to everyone who passes, whatever the screen's language. */
export const CALLS = [
  { lang: 'vi', call: 'Quét mã để xem thể lệ và tự kiểm tra mọi kết quả' },
  { lang: 'en', call: 'Scan for the rules, and to check every result yourself' },
  { lang: 'ko', call: '코드를 스캔해 규정을 보고 모든 결과를 직접 확인하세요' },
] as const
