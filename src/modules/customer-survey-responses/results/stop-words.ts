/** Words that say nothing about what was bought or how: as one list a language, apart by blanks. */
const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

export const VIETNAMESE = listed(`
  và là có của thì mà cho với các những này đó kia đấy ấy được bị không chẳng chưa rất quá lắm hơn nữa cũng đã đang sẽ vẫn còn chỉ
  ở tại từ đến tới trong ngoài trên dưới ra vào lên xuống lại đi về khi lúc nếu vì nên do bởi như thế vậy gì ai nào sao đâu mấy
  một hai ba tôi mình em anh chị bạn cháu con cô chú bác ông bà họ nó ta chúng ạ à á nhé nha ơi thôi hay hoặc nhưng tuy để bằng theo qua
  mỗi mọi cả cái chiếc luôn rồi mới vừa cần phải muốn nhiều ít hết thấy biết làm lần hôm nay qua ngày khá hơi thật cứ đều vài xin cảm ơn
  ko k dc đc thui lun vs j cx r ok oke ạk
`)

export const ENGLISH = listed(`
  a an the and or but if then than that this these those there here it its is are was were be been being am do does did done have has had
  having i me my we us our you your he she they them their his her of to in on at by for from with without as into about over under up down
  out off so too very really just not no nor only also more most much many some any all each every both few other another same own can could
  will would should may might must shall when where which who whom what why how because while until again once get got one two were t s don
  didn isn wasn ve ll re m im thank thanks please
`)

export const KOREAN = listed(`
  이 그 저 것 수 등 및 더 좀 잘 안 못 또 또는 그리고 그런데 그래서 하지만 그러나 너무 정말 아주 매우 조금 많이 항상 다시 계속 제가 저는 저희 우리 여기 거기
  있어요 있습니다 없어요 없습니다 있는 없는 있고 같아요 같습니다 합니다 해요 했어요 했습니다 하는 하고 해서 됩니다 돼요 되는 때 번 개 분 좋겠어요 좋겠습니다
  감사합니다 주세요 것이 것을 게 걸 거 때문에 위해
`)

/** Words of two syllables that customers of a shop write, also where few wrote them; more are found by how often they stand together. */
export const COMPOUNDS = new Set(
  `nhân viên|thu ngân|bảo vệ|quản lý|khách hàng|sản phẩm|siêu thị|cửa hàng|thanh toán|xếp hàng|chờ lâu|giao hàng|giá cả|khuyến mãi|giảm giá
  |chất lượng|vệ sinh|phục vụ|thái độ|nhiệt tình|hài lòng|thân thiện|lịch sự|vui vẻ|chu đáo|gửi xe|giữ xe|bãi xe|rau củ|trái cây|hoa quả|hải sản|thịt heo|thịt bò
  |hóa đơn|tích điểm|thành viên|tươi ngon|sạch sẽ|gọn gàng|đông khách|hết hàng|hết hạn|quầy hàng|kệ hàng|bảng giá|máy lạnh|không gian|không khí|đổi trả|tư vấn
  |nhanh chóng|hợp lý|đa dạng|bánh mì|đồ ăn|nước mắm|sữa tươi|trẻ em|gia đình|ứng dụng|tổng đài|đặt hàng|đóng gói|đúng hẹn|cuối tuần`
    .replace(/\s*\n\s*/g, '')
    .split('|'),
)
