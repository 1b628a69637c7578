import { DefaultReporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/** Prints a line for each test file that ends, with the time left, and finally what failed and how to repeat it. */
export class LineReporter extends DefaultReporter {
  constructor() {
    super({ summary: false });
  }

  private weights = new Map<string, number>();
  private done = 0;
  private failed: Parameters<DefaultReporter['logFailedTask']>[0][] = [];

  override onInit(vitest: Vitest): void {
    this.ctx = vitest;
    this.silent = 'passed-only';
  }

  override onTestRunStart(files: readonly TestSpecification[]): void {
    super.onTestRunStart(files);
    // How long each file took the last time; one that has never run here counts as 5 s.
    for (const file of files)
      this.weights.set(file.moduleId, this.ctx.cache.getTestSpecificationResult(file)?.duration || 5000);
  }

  protected override logFailedTask(task: (typeof this.failed)[number]): void {
    this.failed.push(task);
  }

  protected override printTestModule(file: TestModule): void {
    const tests = [...file.children.allTests()];
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const failed = file.state() === 'failed' ? `, ${count('failed')} failed` : '';
    const seconds = (file.diagnostic().duration / 1000).toFixed(1);
    const name = this.relative(file.moduleId);
    this.done += this.weights.get(file.moduleId) ?? 0;
    this.weights.delete(file.moduleId);
    this.log(
      `${this.getStateSymbol(file)} ${name}  ${tests.length} tests${failed}, ${seconds} s${this.timeLeft()}`,
    );
  }

  private timeLeft(): string {
    const open = [...this.weights.values()].reduce((total, weight) => total + weight, 0);
    const minutes = ((performance.now() - this.start) / 60_000) * (open / this.done);
    return open > 0 ? `  (${this.weights.size} files left, about ${Math.ceil(minutes)} min)` : '';
  }

  override reportSummary(...[files, errors]: Parameters<DefaultReporter['reportSummary']>): void {
    for (const task of this.failed) super.logFailedTask(task);
    super.reportSummary(files, errors);
  }

  override reportTestSummary(): void {
    for (const file of this.ctx.state.getTestModules()) {
      if (file.state() !== 'failed') continue;
      this.log(`To repeat it alone: npm test -- ${this.relative(file.moduleId)}`);
      for (const test of file.children.allTests('failed'))
        for (const stored of test.meta().stored ?? []) this.log(`  ${this.relative(stored)}`);
    }
  }
}
