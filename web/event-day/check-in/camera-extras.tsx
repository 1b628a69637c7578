import Flashlight from 'lucide:flashlight';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, Select, useFieldControl } from '../../ui/field.tsx';
import type { CameraControl } from './use-camera.ts';

/** Light, zoom and choice of camera, where the device has them. */
export default function CameraExtras({ camera }: { camera: CameraControl }) {
  const [isLit, setLit] = useState(false);
  const { torch, zoom, cameras, current } = camera.extras;
  return (
    <div className="flex flex-wrap items-end gap-4">
      {torch && (
        <Button
          variant="secondary"
          aria-pressed={isLit}
          onClick={() => {
            camera.adjust({ torch: !isLit });
            setLit(!isLit);
          }}
        >
          <Flashlight size={20} strokeWidth={1.75} />
          Light
        </Button>
      )}
      {zoom && (
        <Field label="Zoom" className="flex-1">
          <Slider
            min={zoom.min}
            max={zoom.max}
            step={zoom.step}
            defaultValue={zoom.min}
            onChange={({ target }) => camera.adjust({ zoom: target.valueAsNumber })}
          />
        </Field>
      )}
      {cameras.length > 1 && (
        <Field label="Camera" className="flex-1">
          <Select
            options={cameras.map(({ id, name }) => ({ value: id, label: name }))}
            value={current}
            onValueChange={camera.start}
          />
        </Field>
      )}
    </div>
  );
}

function Slider(props: ComponentProps<'input'>) {
  return <input type="range" className="range" {...useFieldControl()} {...props} />;
}
