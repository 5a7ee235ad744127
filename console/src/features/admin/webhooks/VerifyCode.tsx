import { Anchor, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { CopyIcon } from '../../../components/CopyField.tsx'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { type SignatureLanguage, signatureSamples } from './signature-samples.ts'

const { webhooks: signatureCodeTexts } = strings
const languages = Object.keys(signatureSamples) as SignatureLanguage[]

/** How a receiver tells what Parley has sent from what anybody has. */
export function SignatureCode() {
  const [language, setLanguage] = useState<SignatureLanguage>('sdk')
  return (
    <Stack gap="sm">
      <Text size="sm" maw={720}>
        {signatureCodeTexts.verifyText}{' '}
        <Anchor href="/docs/webhooks#verifying" target="_blank" underline="always">
          {signatureCodeTexts.verifyGuide}
        </Anchor>
      </Text>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={signatureCodeTexts.language}
          data={languages.map((value) => ({ value, label: signatureCodeTexts.languages[value] }))}
          value={language}
          onChange={(chosen) => setLanguage(chosen as SignatureLanguage)}
        />
        <CopyIcon value={signatureSamples[language]} />
      </Group>
      <JsonBlock value={signatureSamples[language]} label={signatureCodeTexts.languages[language]} height={520} />
    </Stack>
  )
}
