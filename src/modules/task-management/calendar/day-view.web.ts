import { DayView } from '@mantine/schedule'

// Apart from the week, which is what a calendar opens with.
export default DayView
