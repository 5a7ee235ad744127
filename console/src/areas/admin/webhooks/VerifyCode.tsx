import { Anchor, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { CopyIcon } from '../../../parts/CopyField.tsx'
import { JsonBlock } from '../../../parts/JsonBlock.tsx'
import { type Language, verifyCode } from './verify-code.ts'

const { webhooks: said } = words
const languages = Object.keys(verifyCode) as Language[]

/** How a receiver tells what Parley has sent from what anybody has. */
export function VerifyCode() {
  const [language, setLanguage] = useState<Language>('sdk')
  return (
    <Stack gap="sm">
      <Text size="sm" maw={720}>
        {said.verifyText}{' '}
        <Anchor href="/docs/webhooks#verifying" target="_blank" underline="always">
          {said.verifyGuide}
        </Anchor>
      </Text>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={said.language}
          data={languages.map((value) => ({ value, label: said.languages[value] }))}
          value={language}
          onChange={(chosen) => setLanguage(chosen as Language)}
        />
        <CopyIcon value={verifyCode[language]} />
      </Group>
      <JsonBlock value={verifyCode[language]} label={said.languages[language]} height={520} />
    </Stack>
  )
}
