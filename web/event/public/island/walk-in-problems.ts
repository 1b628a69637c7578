type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const describe = ({ type, validity }: Control): string =>
  validity.valueMissing
    ? type === 'checkbox'
      ? 'Please accept this.'
      : 'Please fill this in.'
    : type === 'email'
      ? 'Please enter a valid email address.'
      : 'Please check this.';

/** Removes what is said about a control of the form. */
export function clearProblem(control: HTMLElement): void {
  if (control.ariaInvalid !== 'true') return;
  control.removeAttribute('aria-invalid');
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.remove();
  control.removeAttribute('aria-describedby');
}

/** Says below each control what is missing or wrong, and moves to the first; returns whether there was nothing. */
export function showProblems(form: HTMLFormElement): boolean {
  const controls = [...form.querySelectorAll<Control>('input, select, textarea')];
  controls.forEach(clearProblem);
  // Hidden parts are disabled, and cannot be wrong.
  const wrong = controls.filter((control) => control.willValidate && !control.validity.valid);
  for (const [at, control] of wrong.entries()) {
    const problem = document.createElement('p');
    problem.id = `problem-${at}`;
    problem.className = '-mt-3 font-semibold text-danger';
    problem.textContent = describe(control);
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', problem.id);
    control.closest('label')!.after(problem);
  }
  wrong[0]?.focus();
  return wrong.length === 0;
}
