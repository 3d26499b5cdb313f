/** The body of a valid complaint at the first store of a chain, and of its first feedback type. */
export const complaintBody = (title: string, more: object = {}) => ({
  title,
  store: 1,
  feedback_type: 1,
  feedback_method: 'hotline',
  customer_name: 'Khách',
  phone: '0912345678',
  content: '<p>Nội dung</p>',
  ...more,
})
