import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES, t } from '../../shared/language.ts'
import { switchLanguage } from '../public/language.ts'

const IN_ORDER = [...LANGUAGES].sort((a, b) => Number(b === 'en') - Number(a === 'en'))

/** English, Tiếng Việt, 한국인; switching loads the page anew. */
export function LanguagePicker() {
  const current = currentLanguage()
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Tooltip label={t('Language')}>
          <ActionIcon aria-label={`${t('Language')}: ${LANGUAGE_NAMES[current]}`}>
            <IconLanguage size={20} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {IN_ORDER.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={language === current ? 'true' : undefined}
            rightSection={language === current && <IconCheck size={16} aria-hidden />}
            onClick={() => language !== current && switchLanguage(language)}
          >
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
