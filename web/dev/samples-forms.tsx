import { useState } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { Input } from '../ui/input.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import { Progress } from '../ui/progress.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { ScoreSlider } from '../ui/score-slider.tsx';
import { Select } from '../ui/select.tsx';
import { StepList } from '../ui/step-list.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { Sample } from './sample.tsx';

const sizes = ['S', 'M', 'L', 'XL', 'XXL'].map((value) => ({ value, label: value }));
const tracks = [
  { value: 'hacker', label: 'Hacker Track', description: 'technical projects', note: 'Gadget prizes' },
  {
    value: 'clozyt',
    label: 'Clozyt Track',
    description: 'alone or in a pair',
    note: '$750 cash plus a paid internship',
  },
  { value: 'startup', label: 'Startup Track', description: 'business viability', disabled: true },
];
const teams = ['Night Owls', 'Null Pointers', 'Nocturnal', 'Noodle Lab'];
const categories = [
  { key: 'ai', label: 'Best Use of AI Personas' },
  { key: 'scam', label: 'Scam Prevention' },
  { key: 'memory', label: 'Best Use of Supermemory' },
];

/** Everything that goes into a form. */
export function FormSamples() {
  const [size, setSize] = useState('M');
  const [track, setTrack] = useState('hacker');
  const [file, setFile] = useState<File | null>(null);
  const [score, setScore] = useState<number>();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string[]>(['ai', 'scam']);
  const fitting = teams.filter((team) => team.toLowerCase().includes(query.toLowerCase()));
  return (
    <Sample title="Forms">
      <div className="grid gap-8 md:grid-cols-2">
        <Field label="Major" hint="As it stands on your student ID." required>
          {(control) => <Input {...control} placeholder="Biology" />}
        </Field>
        <Field label="Email" error="Enter an address like name@example.org.">
          {(control) => <Input {...control} type="email" defaultValue="ada@" />}
        </Field>
        <Field label="Team size">
          {(control) => <Select {...control} options={sizes} placeholder="Choose" defaultValue="" />}
        </Field>
        <Field label="Disabled">
          {(control) => <Input {...control} disabled defaultValue="cannot be changed" />}
        </Field>
        <Field label="Why do you want to join?" className="md:col-span-2">
          {(control) => (
            <Textarea
              {...control}
              limit={60}
              defaultValue="Because a night is a long time to build something."
            />
          )}
        </Field>
        <RadioChips
          legend="T-shirt size"
          options={sizes}
          value={size}
          onChange={(e) => setSize(e.currentTarget.value)}
        />
        <RadioChips
          legend="Dietary restrictions"
          options={sizes}
          value=""
          onChange={() => {}}
          error="Choose one."
        />
        <div className="md:col-span-2">
          <RadioCards
            legend="Track"
            options={tracks}
            value={track}
            onChange={(e) => setTrack(e.currentTarget.value)}
          />
        </div>
        <div className="md:col-span-2">
          <RadioCards
            legend="Track, under review"
            options={tracks}
            value={track}
            onChange={() => {}}
            disabled
          />
        </div>
        <Checkbox label="Special Categories" defaultChecked />
        <Checkbox label="Off and disabled" disabled />
        <Field label="Resume" required>
          {(control) => <FileDrop control={control} file={file} onChange={setFile} />}
        </Field>
        <Field label="Pitch deck" error="Please upload a PDF file for your pitch deck">
          {(control) => (
            <FileDrop
              control={control}
              file={new File(['deck'], 'our deck, final.key')}
              onChange={() => {}}
            />
          )}
        </Field>
        <Field label="Team" hint="Type to search.">
          {(control) => (
            <Combobox
              control={control}
              text={query}
              onText={setQuery}
              options={fitting}
              optionKey={(team) => team}
              render={(team) => team}
              onSelect={setQuery}
              empty={`No teams match "${query}".`}
            />
          )}
        </Field>
        <MultiSelect
          label="Special Categories"
          prompt="Choose categories"
          options={categories}
          chosen={chosen}
          onChange={setChosen}
        />
        <ScoreSlider
          label="Innovation & Creativity"
          aside="25%"
          description="How new is the idea?"
          value={score}
          onChange={setScore}
        />
        <ScoreSlider label="Technical Execution" aside="25%" value={7} onChange={() => {}} />
        <Progress label="Uploading" value={0.43} />
        <Progress label="Working" />
        <StepList
          label="Parts of the form"
          steps={[
            { id: 'you', label: 'You', done: true },
            { id: 'why', label: 'Why' },
            { id: 'team', label: 'Team' },
          ]}
          current="why"
        />
      </div>
    </Sample>
  );
}
