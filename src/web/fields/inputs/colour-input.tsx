import '@mantine/core/styles/ColorInput.css'
import '@mantine/core/styles/ColorPicker.css'
import '@mantine/core/styles/ColorSwatch.css'
import { ColorInput, MantineThemeProvider } from '@mantine/core'
import { t } from '../../../shared/language.ts'
import { framed, type InputProps, OPENED_LAYER } from './frame.tsx'

/** Told apart from each other on a wheel, also by those who see few colours. */
const SWATCHES = [
  '#E4002B',
  '#E67E22',
  '#F4C20D',
  '#1E8449',
  '#17A2B8',
  '#1F4E9E',
  '#7D3C98',
  '#D81B7A',
  '#6D4C41',
  '#455A64',
]

/** The library's input does not hand on what its picker's two sliders are called. */
const named = () => ({
  components: { ColorPicker: { defaultProps: { saturationLabel: t('Shade'), hueLabel: t('Hue') } } },
})

/** A colour: typed, or picked. What is typed stands as it is. */
export default function ColourInput(props: InputProps) {
  return (
    <MantineThemeProvider theme={named()}>
      <ColorInput
        {...framed(props)}
        format="hex"
        swatches={SWATCHES}
        swatchesPerRow={SWATCHES.length / 2}
        fixOnBlur={false}
        withEyeDropper={false}
        popoverProps={{ zIndex: OPENED_LAYER }}
        value={typeof props.value === 'string' ? props.value : ''}
        onChange={props.onChange}
      />
    </MantineThemeProvider>
  )
}
