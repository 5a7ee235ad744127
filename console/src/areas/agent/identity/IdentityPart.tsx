import { ColorInput, Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { words } from '#words/agent.ts'
import { Linted, LintedAlone, PartFrame } from '../../../parts/section/PartFrame.tsx'
import { usePart } from '../../../parts/section/usePart.ts'
import { type IdentityField, identitySections, sentIdentity, shownIdentity } from './form.ts'
import { IdentityCard } from './IdentityCard.tsx'
import { PictureField } from './PictureField.tsx'

const { identity } = words
const swatches = ['#0b6e6e', '#1864ab', '#5f3dc4', '#a61e4d', '#c92a2a', '#d9480f', '#2b8a3e', '#343a40']

export function IdentityPart() {
  const part = usePart({
    path: '',
    method: 'PATCH',
    shown: shownIdentity,
    sent: sentIdentity,
    sections: identitySections,
  })
  const { form, readOnly, ready } = part.editor
  const field = (name: IdentityField) => ({
    label: identity.fields[name],
    ...form.getInputProps(`identity.${name}`),
  })
  const picture = (name: IdentityField) => (
    <Linted path={`identity.${name}`}>
      <PictureField
        {...field(name)}
        description={identity.help[name]}
        readOnly={readOnly}
        onUploaded={(url) => form.setFieldValue(`identity.${name}`, url)}
      />
    </Linted>
  )
  const line = (name: IdentityField, type?: 'email' | 'tel' | 'url') => (
    <Linted path={`identity.${name}`}>
      <TextInput
        {...field(name)}
        description={identity.help[name]}
        type={type === 'url' ? 'text' : type}
        inputMode={type}
      />
    </Linted>
  )
  return (
    <PartFrame part={part} section="document" title={words.parts.identity} lead={identity.lead}>
      {ready && (
        <Stack gap="lg">
          <LintedAlone path="identity" />
          <IdentityCard value={form.values} />
          <Linted path="agent.name">
            <TextInput label={identity.name} required withAsterisk {...form.getInputProps('name')} />
          </Linted>
          <Linted path="agent.description">
            <Textarea label={identity.description} autosize minRows={2} {...form.getInputProps('description')} />
          </Linted>
          <Linted path="identity.identityPreamble">
            <Textarea
              {...field('identityPreamble')}
              description={identity.help.identityPreamble}
              autosize
              minRows={2}
            />
          </Linted>
          <Fieldset legend={identity.looks}>
            <Stack gap="sm">
              {picture('smallLogoUrl')}
              {picture('largeBannerUrl')}
              {picture('defaultCardImageUrl')}
              <Linted path="identity.brandColor">
                <ColorInput
                  {...field('brandColor')}
                  swatches={swatches}
                  disallowInput={false}
                  withEyeDropper={false}
                  maw={280}
                  popoverProps={{ withinPortal: true }}
                />
              </Linted>
            </Stack>
          </Fieldset>
          <Fieldset legend={identity.contact}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {line('contactEmail', 'email')}
              {line('contactPhone', 'tel')}
              {line('websiteUrl', 'url')}
              {line('contactAvailability')}
              {line('privacyPolicyUrl', 'url')}
              {line('termsOfServiceUrl', 'url')}
            </SimpleGrid>
          </Fieldset>
        </Stack>
      )}
    </PartFrame>
  )
}
