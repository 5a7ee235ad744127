import { Anchor } from '@mantine/core'
import { words } from '#words/channels.ts'
import { CopyField } from '../../../parts/CopyField.tsx'
import { useProviderNames } from '../ChannelsPage.tsx'
import type { Binding } from '../data.ts'
import { Section } from './Section.tsx'

const { binding: w } = words

export function Callback({ binding }: { binding: Binding }) {
  const providerName = useProviderNames()
  return (
    <Section title={w.callback} text={w.callbackText(providerName(binding))}>
      <CopyField label={w.callback} description={w.callbackHelp} value={binding.callbackUrl} />
      <Anchor href="/docs/channels" target="_blank" size="sm">
        {w.guide}
      </Anchor>
    </Section>
  )
}
