import { ColorInput, Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { strings } from '#i18n/agent.ts'
import { ExactFindings, LintedField, SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { IdentityCard } from './IdentityCard.tsx'
import { type IdentityField, identitySections, toIdentityBody, toIdentityForm } from './identity-form.ts'
import { PictureField } from './PictureField.tsx'

const { identity } = strings
const swatches = ['#0b6e6e', '#1864ab', '#5f3dc4', '#a61e4d', '#c92a2a', '#d9480f', '#2b8a3e', '#343a40']

export function IdentityPart() {
  const part = useAgentSection({
    path: '',
    method: 'PATCH',
    toForm: toIdentityForm,
    toBody: toIdentityBody,
    sections: identitySections,
  })
  const { form, readOnly, ready } = part.editor
  const field = (name: IdentityField) => ({
    label: identity.fields[name],
    ...form.getInputProps(`identity.${name}`),
  })
  const picture = (name: IdentityField) => (
    <LintedField path={`identity.${name}`}>
      <PictureField
        {...field(name)}
        description={identity.help[name]}
        readOnly={readOnly}
        onUploaded={(url) => form.setFieldValue(`identity.${name}`, url)}
      />
    </LintedField>
  )
  const line = (name: IdentityField, type?: 'email' | 'tel' | 'url') => (
    <LintedField path={`identity.${name}`}>
      <TextInput
        {...field(name)}
        description={identity.help[name]}
        type={type === 'url' ? 'text' : type}
        inputMode={type}
      />
    </LintedField>
  )
  return (
    <SectionFrame part={part} section="document" title={strings.parts.identity} lead={identity.lead}>
      {ready && (
        <Stack gap="lg">
          <ExactFindings path="identity" />
          <IdentityCard value={form.values} />
          <LintedField path="agent.name">
            <TextInput label={identity.name} required withAsterisk {...form.getInputProps('name')} />
          </LintedField>
          <LintedField path="agent.description">
            <Textarea label={identity.description} autosize minRows={2} {...form.getInputProps('description')} />
          </LintedField>
          <LintedField path="identity.identityPreamble">
            <Textarea
              {...field('identityPreamble')}
              description={identity.help.identityPreamble}
              autosize
              minRows={2}
            />
          </LintedField>
          <Fieldset legend={identity.looks}>
            <Stack gap="sm">
              {picture('smallLogoUrl')}
              {picture('largeBannerUrl')}
              {picture('defaultCardImageUrl')}
              <LintedField path="identity.brandColor">
                <ColorInput
                  {...field('brandColor')}
                  swatches={swatches}
                  disallowInput={false}
                  withEyeDropper={false}
                  maw={280}
                  popoverProps={{ withinPortal: true }}
                />
              </LintedField>
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
    </SectionFrame>
  )
}
