/**
 * What is true in the demo chain, by SQL of its own over the plain tables: nothing of the product's way to count stands in it.
 * `n`: one number; `top`: rows of a label and a number, in order; `pair`: this period and the one before; `percent`: a part of a whole, none of nothing;
 * `name`: words that the answer must hold; `sum`: a number with a fraction.
 */
export interface Fact {
  is: 'n' | 'sum' | 'top' | 'pair' | 'percent' | 'name'
  sql: string
}

/** Read before each of them: the day it is, and the registers with the day that each is told by. */
export const PRELUDE = `
with p as (select (now() at time zone 'Asia/Ho_Chi_Minh')::date as d),
q as (select d, date_trunc('week', d)::date as w, date_trunc('month', d)::date as m, date_trunc('quarter', d)::date as qu, date_trunc('year', d)::date as y from p),
c as (select r.*, (created_at at time zone 'Asia/Ho_Chi_Minh')::date as day, (completed_at at time zone 'Asia/Ho_Chi_Minh')::date as done_day,
  case when state in ('new', 'processing', 'reopened') and due_at < now() then 'overdue' else state end as status
  from complaints r where deleted_at is null),
t as (select r.*, falls_on as day, (done_at at time zone 'Asia/Ho_Chi_Minh')::date as done_day,
  state not in ('done', 'cancelled') as is_open, state not in ('done', 'cancelled') and late_since is not null as open_late,
  (state not in ('done', 'cancelled') and late_since is not null) or (state = 'done' and finished_at > date_end) as late
  from task_management r where deleted_at is null),
o as (select r.*, (ordered_at at time zone 'Asia/Ho_Chi_Minh')::date as day, (delivered_at at time zone 'Asia/Ho_Chi_Minh')::date as delivered_day,
  (failed_at at time zone 'Asia/Ho_Chi_Minh')::date as failed_day from orders r where deleted_at is null),
g as (select r.*, (created_at at time zone 'Asia/Ho_Chi_Minh')::date as day from goods_delivery r where deleted_at is null),
v as (select r.*, visit_on as day from supplier_staffs_checking r where deleted_at is null),
i as (select r.*, (created_at at time zone 'Asia/Ho_Chi_Minh')::date as day from vat_info r where deleted_at is null),
a as (select r.*, (answered_at at time zone 'Asia/Ho_Chi_Minh')::date as day from customer_survey_responses r where deleted_at is null),
e as (select r.*, (created_at at time zone 'Asia/Ho_Chi_Minh')::date as day from member_register r where deleted_at is null),
f as (select r.*, (created_at at time zone 'Asia/Ho_Chi_Minh')::date as day from goods_refund r where deleted_at is null),
s as (select id, code, name, concat_ws(' ', code, name) as label from stores),
k as (select * from ticket_types)
`
const hadong = `(select id from s where code = 'S02')`
const type = (name: string) => `(select id from k where name = '${name}')`

const n = (sql: string): Fact => ({ is: 'n', sql: `select (${sql})::int as n` })
const sum = (sql: string): Fact => ({ is: 'sum', sql: `select (${sql})::float8 as n` })
const pair = (
  of: (from: string, to: string) => string,
  [a, b]: readonly [readonly [string, string], readonly [string, string]],
): Fact => ({
  is: 'pair',
  sql: `select (${of(...a)})::int as n, (${of(...b)})::int as before`,
})
const top = (sql: string): Fact => ({ is: 'top', sql })
const percent = (part: string, whole: string): Fact => ({
  is: 'percent',
  sql: `select round(100.0 * (${part}) / nullif((${whole}), 0), 1)::float8 as n`,
})

const MONTHS = [
  ['(select m from q)', "(select (m + interval '1 month')::date - 1 from q)"],
  ["(select (m - interval '1 month')::date from q)", '(select m - 1 from q)'],
] as const
const WEEKS = [
  ['(select w from q)', '(select w + 6 from q)'],
  ['(select w - 7 from q)', '(select w - 1 from q)'],
] as const
const DAYS = [
  ['(select d from q)', '(select d from q)'],
  ['(select d - 1 from q)', '(select d - 1 from q)'],
] as const
const complaintsOf =
  (where = 'true') =>
  (from: string, to: string) =>
    `select count(*) from c where ${where} and day between ${from} and ${to}`

const rank = (table: string, where: string, by = 'store', most = 3) =>
  `select s.label as label, count(*)::int as n from ${table} r join s on s.id = r.${by} where ${where} group by 1 order by 2 desc, 1 limit ${most}`

export const FACTS = {
  overdue: n(`select count(*) from c where status = 'overdue'`),
  overdue_hadong: n(`select count(*) from c where status = 'overdue' and store = ${hadong}`),
  overdue_s05: n(`select count(*) from c where status = 'overdue' and store = (select id from s where code = 'S05')`),
  overdue_gv_quality: n(
    `select count(*) from c where status = 'overdue' and feedback_type = ${type('Chất lượng sản phẩm')}`,
  ),
  today: n(`select count(*) from c, q where day = d`),
  yesterday: n(`select count(*) from c, q where day = d - 1`),
  week: n(`select count(*) from c, q where day between w and w + 6`),
  last_week: n(`select count(*) from c, q where day between w - 7 and w - 1`),
  month: n(`select count(*) from c, q where day >= m`),
  last_month: n(`select count(*) from c, q where day >= m - interval '1 month' and day < m`),
  last_month_hadong: n(
    `select count(*) from c, q where day >= m - interval '1 month' and day < m and store = ${hadong}`,
  ),
  quarter: n(`select count(*) from c, q where day >= qu`),
  year: n(`select count(*) from c, q where day >= y`),
  days7: n(`select count(*) from c, q where day between d - 6 and d`),
  days30_payment: n(
    `select count(*) from c, q where day between d - 29 and d and feedback_type = ${type('Thanh toán')}`,
  ),
  october: n(
    `select count(*) from c, q where day >= make_date(extract(year from d)::int - (extract(month from d) < 10)::int, 10, 1) and day < make_date(extract(year from d)::int - (extract(month from d) < 10)::int, 11, 1)`,
  ),
  sep_oct: n(
    `select count(*) from c, q where day >= make_date(extract(year from d)::int - (extract(month from d) < 10)::int, 9, 1) and day < make_date(extract(year from d)::int - (extract(month from d) < 10)::int, 11, 1)`,
  ),
  nov10: n(
    `select count(*) from c, q where day = (select x from unnest(array[make_date(extract(year from d)::int - 1, 11, 10), make_date(extract(year from d)::int, 11, 10), make_date(extract(year from d)::int + 1, 11, 10)]) x order by abs(x - d) limit 1)`,
  ),
  year_2025: n(`select count(*) from c where day between '2025-01-01' and '2025-12-31'`),
  all: n(`select count(*) from c`),
  payment_month: n(`select count(*) from c, q where day >= m and feedback_type = ${type('Thanh toán')}`),
  delivery_month: n(`select count(*) from c, q where day >= m and feedback_type = ${type('Dịch vụ giao hàng')}`),
  parking_year: n(`select count(*) from c, q where day >= y and feedback_type = ${type('Bãi xe')}`),
  attitude_last_week: n(
    `select count(*) from c, q where day between w - 7 and w - 1 and feedback_type = ${type('Thái độ phục vụ')}`,
  ),
  processing: n(`select count(*) from c where status = 'processing'`),
  new: n(`select count(*) from c where status = 'new'`),
  open: n(`select count(*) from c where state in ('new', 'processing', 'reopened')`),
  open_hadong: n(`select count(*) from c where state in ('new', 'processing', 'reopened') and store = ${hadong}`),
  no_handler: n(`select count(*) from c where assignee is null`),
  older_open: n(`select count(*) from c, q where state in ('new', 'processing', 'reopened') and day < d - 30`),
  reopened: n(`select count(*) from c where status = 'reopened'`),
  closed: n(`select count(*) from c where status = 'closed'`),
  done_yesterday: n(`select count(*) from c, q where done_day = d - 1`),
  done_month: n(`select count(*) from c, q where done_day >= m`),
  urgent_open: n(`select count(*) from c where state in ('new', 'processing', 'reopened') and priority = 'high'`),
  hotline_month: n(`select count(*) from c, q where day >= m and feedback_method = 'hotline'`),
  facebook_month: n(`select count(*) from c, q where day >= m and feedback_method = 'facebook'`),
  dept_cashier_month: n(
    `select count(*) from c, q where day >= m and department = (select id from departments where name = 'Thu ngân')`,
  ),
  dept_bakery: n(
    `select count(*) from c where department = (select id from departments where name = 'Bánh tươi (Bakery)')`,
  ),
  thuduc_longbien_month: n(
    `select count(*) from c join s on s.id = c.store, q where day >= m and s.code in ('S06', 'S03')`,
  ),
  assignee_tram: n(
    `select count(*) from c where assignee = (select id from users where user_name = 'Trương Thị Ngọc Trâm')`,
  ),
  mine: n(`select count(*) from c where assignee = (select id from users where email = 'service@demo.example')`),
  month_vs: pair(complaintsOf(), MONTHS),
  week_vs: pair(complaintsOf(), WEEKS),
  day_vs: pair(complaintsOf(), DAYS),
  payment_vs: pair(complaintsOf(`feedback_type = ${type('Thanh toán')}`), MONTHS),
  hadong_vs: pair(complaintsOf(`store = ${hadong}`), MONTHS),
  orders_vs: pair((from, to) => `select count(*) from o where day between ${from} and ${to}`, MONTHS),
  most_month: top(rank('c', 'r.day >= (select m from q)', 'store', 1)),
  most3_month: top(rank('c', 'r.day >= (select m from q)')),
  most5_overdue: top(rank('c', `r.status = 'overdue'`, 'store', 5)),
  most_overdue: top(rank('c', `r.status = 'overdue'`, 'store', 1)),
  least_month: top(
    `select s.label, count(c.id)::int as n from s join stores x on x.id = s.id and x.active left join c on c.store = s.id and c.day >= (select m from q) group by 1 order by 2, 1 limit 1`,
  ),
  type_most_month: top(
    `select array[k.name, k.name_en, k.name_ko] as label, count(*)::int as n from c join k on k.id = c.feedback_type where day >= (select m from q) group by 1 order by 2 desc, 1 limit 1`,
  ),
  type_most_year: top(
    `select array[k.name, k.name_en, k.name_ko] as label, count(*)::int as n from c join k on k.id = c.feedback_type where day >= (select y from q) group by 1 order by 2 desc, 1 limit 3`,
  ),
  handler_most_month: top(
    `select concat_ws(' ', u.user_code, u.user_name) as label, count(*)::int as n from c join users u on u.id = c.assignee where day >= (select m from q) group by 1 order by 2 desc, 1 limit 1`,
  ),
  by_type_month: top(
    `select array[k.name, k.name_en, k.name_ko] as label, count(*)::int as n from c join k on k.id = c.feedback_type where day >= (select m from q) group by 1 order by 2 desc, 1 limit 3`,
  ),
  by_store_week: top(rank('c', 'r.day >= (select w from q)', 'store', 3)),
  tasks_late3_week: top(rank('t', 'r.late and r.day between (select w from q) and (select w + 6 from q)')),
  overdue_share: percent(`select count(*) from c where status = 'overdue'`, 'select count(*) from c'),
  payment_share_month: percent(
    `select count(*) from c, q where day >= m and feedback_type = ${type('Thanh toán')}`,
    'select count(*) from c, q where day >= m',
  ),
  hadong_overdue_share: percent(
    `select count(*) from c where status = 'overdue' and store = ${hadong}`,
    `select count(*) from c where store = ${hadong}`,
  ),
  cost_year: sum(`select coalesce(sum(cost), 0) from c, q where day >= y`),
  rating_mean: sum(`select round(avg(rating), 6) from c`),
  tasks_open: n(`select count(*) from t where is_open`),
  tasks_overdue: n(`select count(*) from t where is_open and date_end < now()`),
  tasks_done_week: n(`select count(*) from t, q where done_day between w and w + 6`),
  tasks_asked: n(`select count(*) from t where state = 'asked'`),
  tasks_tomorrow: n(`select count(*) from t, q where day = d + 1`),
  tasks_next_week: n(`select count(*) from t, q where day between w + 7 and w + 13`),
  tasks_next_month: n(
    `select count(*) from t, q where day >= m + interval '1 month' and day < m + interval '2 months'`,
  ),
  tasks_running_late: n('select count(*) from t where open_late'),
  tasks_high_open: n(`select count(*) from t where is_open and priority = 'high'`),
  tasks_today: n(`select count(*) from t, q where day = d`),
  orders_today: n(`select count(*) from o, q where day = d`),
  orders_yesterday: n(`select count(*) from o, q where day = d - 1`),
  orders_month: n(`select count(*) from o, q where day >= m`),
  orders_failed: n(`select count(*) from o where status = 'failed'`),
  orders_failed_month: n(`select count(*) from o, q where failed_day >= m`),
  orders_delivered_yesterday: n(`select count(*) from o, q where delivered_day = d - 1`),
  orders_month_sum: sum(`select coalesce(sum(total), 0) from o, q where day >= m`),
  orders_wallet: n(`select count(*) from o, q where day >= m and payment = 'wallet'`),
  orders_top: top(rank('o', 'r.day >= (select m from q)', 'store', 1)),
  deliveries_out: n(`select count(*) from g where status = 'out'`),
  deliveries_failed: n(`select count(*) from g where status = 'failed'`),
  deliveries_month: n(`select count(*) from g, q where day >= m`),
  delivery_fees_month: sum(`select coalesce(sum(fee), 0) from g, q where day >= m`),
  visits_today: n(`select count(*) from v, q where day = d`),
  visits_inside: n(`select count(*) from v where status = 'inside'`),
  visits_week: n(`select count(*) from v, q where day between w and w + 6`),
  vat_open: n(`select count(*) from i where state in ('requested', 'sent')`),
  vat_requested: n(`select count(*) from i where state = 'requested'`),
  vat_month: n(`select count(*) from i, q where day >= m`),
  promotions_running: n(
    `select count(*) from product_promotions, q where deleted_at is null and active and d between starts_on and ends_on`,
  ),
  promotions_ending_week: n(
    `select count(*) from product_promotions, q where deleted_at is null and ends_on between w and w + 6`,
  ),
  surveys_low_month: n(`select count(*) from a, q where day >= m and is_low`),
  surveys_week: n(`select count(*) from a, q where day between w and w + 6`),
  score_mean: sum(`select avg(score) from a`),
  gifts_left: sum(
    `select sum(stock - coalesce((select n from draw_given x where x.gift = r.id and x.store = 0 and x.day = '-infinity'), 0)) from gift_card_event_products r where deleted_at is null and kind = 'gift'`,
  ),
  members_month: n(`select count(*) from e, q where day >= m`),
  members_waiting: n(`select count(*) from e where status = 'waiting'`),
  refunds_month: n(`select count(*) from f, q where day >= m`),
  refund_sum_year: sum(`select coalesce(sum(amount), 0) from f, q where day >= y`),
  stores: n(`select count(*) from stores where deleted_at is null`),
  users: n(`select count(*) from users where deleted_at is null`),
  users_cashier: n(
    `select count(*) from users where deleted_at is null and department = (select id from departments where name = 'Thu ngân')`,
  ),
  who: {
    is: 'name',
    sql: `select u.user_name as n from c join users u on u.id = c.assignee where issue_number = (select issue_number from c where assignee is not null order by id desc limit 1)`,
  },
} as const satisfies Record<string, Fact>
export type FactName = keyof typeof FACTS
