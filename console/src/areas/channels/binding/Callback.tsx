import { Anchor, Text } from '@mantine/core'
import { words } from '#words/channels.ts'
import { CopyField } from '../../../parts/CopyField.tsx'
import { useProviderNames } from '../ChannelsPage.tsx'
import type { Binding } from '../data.ts'
import { gatewayOf } from './gateway.ts'
import { Section } from './Section.tsx'

const { binding: w } = words

export function Callback({ binding }: { binding: Binding }) {
  const providerName = useProviderNames()
  const { url, known } = gatewayOf(binding)
  return (
    <Section title={w.callback} text={w.callbackText(providerName(binding))}>
      <CopyField label={w.callback} description={w.callbackHelp} value={`${url}/providers/${binding.id}`} />
      {!known && <Text size="sm">{words.embed.unknownGateway}</Text>}
      <Anchor href="/docs/channels" target="_blank" size="sm">
        {w.guide}
      </Anchor>
    </Section>
  )
}
