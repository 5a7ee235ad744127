import { Anchor } from '@mantine/core'
import { strings } from '#i18n/channels.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { useProviderNames } from '../ChannelsPage.tsx'
import type { ChannelBinding } from '../data.ts'
import { BindingSection } from './BindingSection.tsx'

const { binding: callbackUrlTexts } = strings

export function CallbackUrl({ binding }: { binding: ChannelBinding }) {
  const providerName = useProviderNames()
  return (
    <BindingSection title={callbackUrlTexts.callback} text={callbackUrlTexts.callbackText(providerName(binding))}>
      <CopyField
        label={callbackUrlTexts.callback}
        description={callbackUrlTexts.callbackHelp}
        value={binding.callbackUrl}
      />
      <Anchor href="/docs/channels" target="_blank" size="sm">
        {callbackUrlTexts.guide}
      </Anchor>
    </BindingSection>
  )
}
